/** What other features may use of backups. */
export interface Backups {
  /**
   * The moment, in ISO 8601, since which a project or one of its branches may be restored to what it was. Undefined while
   * nothing of them can be restored.
   */
  reachBackTo(root: string): Promise<string | undefined>
}
