/** What lists of users can be sorted by: times newest first, addresses from A. */
export const userSorts = ['created_at', 'last_sign_in_at', 'email'] as const
export type UserSort = (typeof userSorts)[number]

export const userFilters = ['all', 'confirmed', 'unconfirmed', 'anonymous', 'banned'] as const
export type UserFilter = (typeof userFilters)[number]
