"""What was measured, as text tables, plots and pages."""
