/** SQL to start from: a statement or query on the system catalogs (`template`), or a small schema (`quickstart`). */
export interface SqlTemplate {
  id: string
  type: 'template' | 'quickstart'
  title: string
  description: string
  sql: string
}
