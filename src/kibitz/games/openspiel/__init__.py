"""The bridge to OpenSpiel: its games as games of Kibitz, made when one is named, as in `openspiel:hex:board_size=5`."""
