/** Shared with the skeleton, so that nothing moves when the cards arrive. */
export const projectGridClass = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'
