/** Names of tables in one request: more than anyone has open at once. */
export const ENTITY_NAMES_MAX = 200
