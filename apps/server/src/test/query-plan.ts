import { sql } from 'kysely'

interface PlanNode extends Record<string, unknown> {
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

interface Explainable {
  explain(format: 'json', options: ReturnType<typeof sql>): Promise<Record<string, unknown>[]>
}

/** Runs a query and returns every node of its plan, outermost first, with what each really read. */
export async function planOf(query: Explainable) {
  const [answer] = await query.explain('json', sql`analyze`)
  const [{ Plan: plan }] = answer!['QUERY PLAN'] as [{ Plan: PlanNode }]
  return nodesOf(plan)
}
