/** The pattern of LIKE and ILIKE for texts that contain this one, whose own wildcards have no meaning. */
export const containing = (text: string) => `%${literally(text)}%`

/** The pattern for texts that begin with this one. */
export const startingWith = (text: string) => `${literally(text)}%`

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')
