"""The examination of Monte Carlo searches, which are right only in the mean: many games with many seeds."""
