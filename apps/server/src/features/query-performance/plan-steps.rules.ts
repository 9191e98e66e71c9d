/** A node of a plan as EXPLAIN (FORMAT JSON) has it, as far as it is read here. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Total Cost'?: number
  readonly 'Plan Rows'?: number
  readonly 'Relation Name'?: string
  readonly Schema?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

export interface PlanFacts {
  /** Equal for plans of the same steps on the same tables and indexes, whatever their costs. */
  readonly shape: string
  readonly cost: number
  /** The steps, indented, with estimated rows. Conditions are left out, because they may have values. */
  readonly text: string
  readonly tables: readonly string[]
  readonly indexes: readonly string[]
}

/** What is kept of a plan. */
export function planFacts(root: PlanNode): PlanFacts {
  const lines: { depth: number; step: string; rows: number }[] = []
  const tables = new Set<string>()
  const indexes = new Set<string>()
  const visit = (node: PlanNode, depth: number) => {
    const { Schema: schema, 'Relation Name': relation, 'Index Name': index } = node
    if (relation !== undefined) tables.add(schema === undefined ? relation : `${schema}.${relation}`)
    if (index !== undefined) indexes.add(index)
    const using = index === undefined ? '' : ` using ${index}`
    const on = relation === undefined ? '' : ` on ${relation}`
    lines.push({ depth, step: `${node['Node Type']}${using}${on}`, rows: node['Plan Rows'] ?? 0 })
    for (const child of node.Plans ?? []) visit(child, depth + 1)
  }
  visit(root, 0)
  return {
    shape: lines.map(({ depth, step }) => `${depth} ${step}`).join('\n'),
    cost: root['Total Cost'] ?? 0,
    text: lines
      .map(({ depth, step, rows }) => `${'  '.repeat(depth)}${step} (${rows.toLocaleString('en')} rows)`)
      .join('\n'),
    tables: [...tables],
    indexes: [...indexes],
  }
}
