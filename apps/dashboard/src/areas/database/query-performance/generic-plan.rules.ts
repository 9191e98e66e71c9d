/**
 * The script that returns the plan of a query with placeholders without running it. EXPLAIN (GENERIC_PLAN) takes
 * placeholders only in the simple protocol; a prepared statement takes them always, and NULLs are not looked at.
 */
export function genericPlanSql(query: string): string {
  const numbers = [...query.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
  const values = Array.from({ length: Math.max(0, ...numbers) }, () => 'null')
  return [
    'set plan_cache_mode = force_generic_plan',
    `prepare basalt_plan as ${query}`,
    `explain execute basalt_plan${values.length > 0 ? `(${values.join(', ')})` : ''}`,
  ].join(';\n')
}
