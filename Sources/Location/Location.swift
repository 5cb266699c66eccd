// Skeleton: the state machine is being written.
