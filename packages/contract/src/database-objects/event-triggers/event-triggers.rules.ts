/** Names that begin so are for the event triggers of the platform. */
export const EVENT_TRIGGER_PREFIX = 'basalt_'

/** Command tags of one event trigger in a form. */
export const EVENT_TAGS_MAX = 300
