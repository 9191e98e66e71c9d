import { stringText } from './type-text.ts'

/**
 * Short names for the parts of `Database`: `Tables<'films'>`, `TablesInsert<'films'>`, `Enums<'mood'>`; for schemas other
 * than `schema`, `Tables<{ schema: 'shop' }, 'orders'>`.
 */
export const helperTypes = (schema: string) => `type Schemas = Omit<Database, "__InternalSupabase">
type DefaultSchema = ${stringText(schema)}
type InSchema<S extends keyof Schemas = keyof Schemas> = { schema: S }
type Part<S extends keyof Schemas, Section> = Section extends "Relations"
  ? Schemas[S]["Tables"] & Schemas[S]["Views"]
  : Section extends keyof Schemas[S]
    ? Schemas[S][Section]
    : never
type Place<Section> = keyof Part<DefaultSchema, Section> | InSchema
type Name<P, Section> = P extends InSchema<infer S extends keyof Schemas> ? keyof Part<S, Section> : never
type Entry<P, N, Section> = P extends InSchema<infer S extends keyof Schemas>
  ? N extends keyof Part<S, Section>
    ? Part<S, Section>[N]
    : never
  : P extends keyof Part<DefaultSchema, Section>
    ? Part<DefaultSchema, Section>[P]
    : never

/** A row as it is read: \`Tables<"name">\`, or \`Tables<{ schema: "schema" }, "name">\`. */
export type Tables<P extends Place<"Relations">, N extends Name<P, "Relations"> = never> =
  Entry<P, N, "Relations"> extends { Row: infer Row } ? Row : never

/** The values that insert a row. */
export type TablesInsert<P extends Place<"Relations">, N extends Name<P, "Relations"> = never> =
  Entry<P, N, "Relations"> extends { Insert: infer Insert } ? Insert : never

/** The values that update a row. */
export type TablesUpdate<P extends Place<"Relations">, N extends Name<P, "Relations"> = never> =
  Entry<P, N, "Relations"> extends { Update: infer Update } ? Update : never

export type Enums<P extends Place<"Enums">, N extends Name<P, "Enums"> = never> = Entry<P, N, "Enums">

export type CompositeTypes<
  P extends Place<"CompositeTypes">,
  N extends Name<P, "CompositeTypes"> = never,
> = Entry<P, N, "CompositeTypes">
`
