import { quoteIdentifier } from './quote.ts'

export const createSchemaSql = (name: string) => `create schema ${quoteIdentifier(name)}`
