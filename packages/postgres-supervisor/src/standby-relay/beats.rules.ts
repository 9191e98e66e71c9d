/**
 * How long a replica's stream is left while commits follow each other, in milliseconds. In a stream, each of them wakes three
 * processes, which take from the primary what they use of the processor.
 */
export const REST_MS = 100
