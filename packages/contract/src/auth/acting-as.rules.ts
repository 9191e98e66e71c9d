/** Whether a user proved one factor or two. */
export const aals = ['aal1', 'aal2'] as const
export type Aal = (typeof aals)[number]

/** How long a token to act as a user with is valid, in seconds. */
export const ACTING_SECONDS = 900
