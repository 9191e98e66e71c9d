/** How long typing must rest before the server is asked for projects. */
export const PICKER_SEARCH_DEBOUNCE_MS = 500
/** Above so many entries a list has a fixed height, so that it does not jump while it is searched. */
export const PICKER_AUTO_HEIGHT_MAX = 7

/** All lines have one height; seven fit into 210 px. */
const LINES = '[&_[role=option]]:min-h-7 [&_[role=option]]:py-0.5'

/** 210 px. */
export const pickerListClass = (count: number) =>
  count > PICKER_AUTO_HEIGHT_MAX
    ? `h-52.5 max-h-(--available-height) ${LINES}`
    : `max-h-[min(14.5rem,var(--available-height))] ${LINES}`
