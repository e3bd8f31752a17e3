"""How a program is examined: each kind of program behind one interface, in a process of its own."""
