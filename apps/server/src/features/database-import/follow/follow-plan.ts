/** What a followed import has left to do, stored while it runs. */
export interface FollowPlan {
  /** Statements that run as the import's role once nothing is replicated any more. */
  readonly last: readonly string[]
  /** A pattern of the slots that PostgreSQL makes at the source while it copies tables; null before there can be any. */
  readonly tableSlots: string | null
  /** Statements that set the sequences; empty before the switch-over. */
  readonly sequences: readonly string[]
}

/** The name of publication, slot and subscription of an import. */
export const followName = (id: string) => `basalt_${id.replaceAll('-', '')}`
