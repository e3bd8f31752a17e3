"""`kibitz serve`, and `kibitz` alone: the web app."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", default="127.0.0.1", metavar="H", help="The address to listen on; default: 127.0.0.1.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    metavar="P",
    help="The port; default: 8017, or a free one if that is taken.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--game", metavar="FILE.py:Class", help="Also offer your own game, and open it.")
@click.option(
    "--memory",
    type=click.IntRange(512, 1 << 20),
    default=1_024,
    metavar="MIB",
    help="Memory limit of the server in MiB; default: 1024.",
)
def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    no_browser: bool = False,
    game: str | None = None,
    memory: int = 1_024,
) -> None:
    """Start the web app: play and analyse in the browser.

    Only this machine can reach it, unless --host names another of its addresses.
    """
    own = None
    if game is not None:
        from kibitz.core.user_files import convert_user_faults
        from kibitz.drawing.position_view import view_sample_position
        from kibitz.play.catalogue import offer_game

        own = offer_game(game)
        if own is not None:
            with convert_user_faults():
                view_sample_position(own)  # as the start page will: better refused now than while the server starts
    from kibitz.web.running import listen, open_browser, run

    listening = listen(host, port)
    click.echo(f"Kibitz is at {listening.address} (Ctrl-C stops it)")

    if listening.is_public:
        click.echo("Other machines can reach it too, without a password: use --host only on a network you trust.")

    def show() -> None:
        if not open_browser(listening.address, None if own is None else str(own)):
            click.echo(f"No browser was found on this machine; open {listening.address} in one.")

    run(listening, when_ready=(lambda: None) if no_browser else show, memory_mib=memory, first=own)
    click.echo("\nGood-bye.")
