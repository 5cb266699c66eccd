// Skeleton.
