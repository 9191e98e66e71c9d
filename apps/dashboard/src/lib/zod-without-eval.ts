/**
 * Zod tries `new Function` before it first reads an object, which the content security policy refuses and browsers
 * report. This is what `z.config({ jitless: true })` sets, without loading zod before it is needed.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
