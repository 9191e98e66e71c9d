/** Why the program cannot start, in one line that says what to do about it. */
export class StartError extends Error {}
