"""The doctor: examines somebody's search program from outside, and names the fault if it has one."""
