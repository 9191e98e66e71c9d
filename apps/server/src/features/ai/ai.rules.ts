/** A model that writes nothing for so long has gone; one on a small machine thinks for a while before its first word. */
export const SILENCE_MS = 60_000
/** How long an edit may take in all. */
export const EDIT_MS = 180_000
/** How long a title may take; after that the statements give one. */
export const TITLE_MS = 15_000
/** Characters an answer may have: more is no SQL that anybody asked for. */
export const ANSWER_MAX = 200_000
/** Characters of a refusal that are read, and shown. */
export const REFUSAL_READ = 10_000
export const REFUSAL_SHOWN = 300

/** Tables that a model is told of: those that the text or the wish names, and others after them. */
export const NAMED_RELATIONS = 40
export const OTHER_RELATIONS = 60
/** Columns told of one table. */
export const COLUMNS_TOLD = 100
/** Characters of schema that a model is given. */
export const SCHEMA_MAX = 20_000
/** Words of the text and the wish that are looked for among the names of tables. */
export const WORDS_SOUGHT = 400
/** Characters of the text before and after in which names of tables are looked for. */
export const WORDS_WITHIN = 4_000

/** How often a model may look something up before it has to answer. */
export const STEPS_MAX = 5
/** How long an answer of the assistant may take in all, with everything it looks up. */
export const CHAT_MS = 120_000
/** Characters of a chat that a model reads; what is older is left out. */
export const HISTORY_MAX = 120_000
/** Characters of what a tool answers. */
export const TOOL_ANSWER_MAX = 20_000
/** Tools that a model may call at once. */
export const CALLS_AT_ONCE = 8
/** Words of a chat's end that names of tables are looked for in. */
export const ASKED_WITHIN = 8_000
/** Policies that are told of. */
export const POLICIES_TOLD = 200
