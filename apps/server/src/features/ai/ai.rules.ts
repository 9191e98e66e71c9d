/** How long the endpoint may send nothing; a model on a small machine thinks for a while before it begins. */
export const IDLE_TIMEOUT_MS = 60_000
/** How long an edit may take in total. */
export const EDIT_TIMEOUT_MS = 180_000
/** How long a title may take before it is derived from the statements. */
export const TITLE_TIMEOUT_MS = 15_000
/** Characters an answer may have. */
export const ANSWER_MAX = 200_000
/** Characters of an error response that are read, and that an error message contains. */
export const ERROR_BODY_MAX = 10_000
export const ERROR_MESSAGE_MAX = 300

/** Tables sent to a model: those named in the text or the prompt, then others. */
export const NAMED_RELATIONS_MAX = 40
export const OTHER_RELATIONS_MAX = 60
/** Columns sent per table. */
export const COLUMNS_MAX = 100
/** Characters of schema sent to a model. */
export const SCHEMA_MAX = 20_000
/** Words of the text and the prompt that are matched against table names. */
export const SEARCH_WORDS_MAX = 400
/** Characters before and after the selection that are searched for table names. */
export const SEARCH_TEXT_MAX = 4_000

/** Requests to the model per answer, the last one without tools. */
export const STEPS_MAX = 5
/** How long an answer of the assistant may take in total, including its tool calls. */
export const CHAT_TIMEOUT_MS = 120_000
/** Characters of a chat sent to a model; older messages are left out. */
export const HISTORY_MAX = 120_000
/** Characters of a tool's output. */
export const TOOL_OUTPUT_MAX = 20_000
/** Tool calls that a model may make in one step. */
export const TOOL_CALLS_MAX = 8
/** Characters at the end of a chat that are searched for table names. */
export const CHAT_SEARCH_TEXT_MAX = 8_000
/** Policies sent to a model. */
export const POLICIES_MAX = 200
