/**
 * Zod tries `new Function` before it first parses an object. The content security policy forbids that, and browsers
 * report it. This sets what `z.config({ jitless: true })` would, without loading zod early.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
