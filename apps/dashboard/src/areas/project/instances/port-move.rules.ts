/** How long a project's page mentions that its port changed. */
export const PORT_MOVE_NOTICE_DAYS = 30

const DAY_MS = 86_400_000

/** Whether a port change is so recent that programs may still use the previous port. */
export const isPortMoveRecent = (movedAt: string, now: Date) =>
  now.getTime() - Date.parse(movedAt) < PORT_MOVE_NOTICE_DAYS * DAY_MS
