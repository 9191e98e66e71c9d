/** SQL to begin with: a single statement or view of the system, or a small schema. */
export interface SqlTemplate {
  id: string
  type: 'template' | 'quickstart'
  title: string
  description: string
  sql: string
}
