"""What the commands share: boards, tables and progress bars as text."""
