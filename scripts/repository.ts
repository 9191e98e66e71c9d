import path from 'node:path'

/** The root folder of the checkout. */
export const repository = path.dirname(import.meta.dirname)

export const inRepository = (...parts: string[]) => path.join(repository, ...parts)
