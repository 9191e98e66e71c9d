import { parseAst } from 'vitest/node'
import type { SourceFile } from './source-file.ts'

/** A node of the ESTree that the parser creates, including TypeScript's nodes. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const parsed = new WeakMap<SourceFile, SyntaxNode>()

/** The syntax tree of a file. Guards read trees rather than text: an import inside a string or a comment is not one. */
export function syntaxOf(file: SourceFile): SyntaxNode {
  const known = parsed.get(file)
  if (known) return known
  const lang = file.path.endsWith('.tsx') ? 'tsx' : /\.m?js$/.test(file.path) ? 'js' : 'ts'
  const tree = parseAst(file.text, { lang }, file.path) as unknown as SyntaxNode
  parsed.set(file, tree)
  return tree
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** The node and all its descendants, in source order. */
export function nodesOf(root: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = []
  // One list for all levels: passing each node up through every generator above it took most of the time of the guards.
  const collect = (node: SyntaxNode) => {
    nodes.push(node)
    for (const key in node) {
      const value = node[key]
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) collect(child)
    }
  }
  collect(root)
  return nodes
}

/** The node in a field, if it contains one. */
export const fieldOf = (node: SyntaxNode, field: string): SyntaxNode | undefined => {
  const value = node[field]
  return isNode(value) ? value : undefined
}

/** The nodes in a field that contains a list. */
export const listOf = (node: SyntaxNode, field: string): SyntaxNode[] => {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The value of a string literal, or of a template without expressions. */
export function stringOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral' || listOf(node, 'expressions').length > 0) return undefined
  const [only] = listOf(node, 'quasis')
  return (only?.value as { cooked?: string } | undefined)?.cooked
}

/** `a` for the identifier `a`, `a.b.c` for a chain of plain members, otherwise undefined. */
export function dottedName(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Identifier') return String(node.name)
  if (node?.type === 'MetaProperty') return 'import.meta'
  if (node?.type !== 'MemberExpression' || node.computed === true) return undefined
  const object = dottedName(fieldOf(node, 'object'))
  const property = fieldOf(node, 'property')
  return object === undefined || property === undefined ? undefined : `${object}.${property.name}`
}

/** The name and arguments of every call and construction whose callee has a plain name. */
export const callsOf = (file: SourceFile) =>
  nodesOf(syntaxOf(file)).flatMap((node) => {
    const name = dottedName(fieldOf(node, 'callee'))
    const isCall = node.type === 'CallExpression' || node.type === 'NewExpression'
    return isCall && name !== undefined ? [{ name, args: listOf(node, 'arguments') }] : []
  })
