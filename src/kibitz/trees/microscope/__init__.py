"""A recorded search as the microscope shows it."""
