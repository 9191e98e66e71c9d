import type { AuditRule } from '@basalt/contract/endpoint.ts'
import type { McpFeature } from '@basalt/contract/mcp/mcp.rules.ts'
import { type Project, ProjectRef } from '@basalt/contract/projects/projects.schema.ts'
import { z } from 'zod'
import type { CallEndpoint } from '../../http/on-behalf.ts'

/** What tools are run with. */
export interface ToolContext {
  /** Calls the platform with the caller's permissions. */
  call: CallEndpoint
  /** Whether nothing may be changed. */
  readOnly: boolean
  /** The public origin of this server, such as `https://db.example.com`. */
  origin: string
  /** Asks the user to confirm; throws `forbidden` unless they accept. Undefined when the client cannot ask. */
  confirm: ((question: string) => Promise<void>) | undefined
  now(): Date
}

export interface ProjectToolContext extends ToolContext {
  /** The caller has access to it. */
  project: Project
}

/** `destroys`: deletes data irrevocably, or stops what others use. */
export type ToolEffect = 'reads' | 'writes' | 'destroys'

interface Spec<Shape extends z.ZodRawShape, Context> {
  readonly name: string
  readonly title: string
  /** Tells agents what it does and when to use it. */
  readonly description: string
  readonly feature: McpFeature
  readonly effect: ToolEffect
  /** Whether it is idempotent. */
  readonly isRepeatable?: boolean
  readonly input: Shape
  /** Which arguments the audit log records. */
  readonly audit: Pick<AuditRule, 'keeps' | 'sql'>
  /** Whether a tool that writes is also offered with read_only, and then only reads. */
  readonly readsOnRequest?: boolean
  /** The confirmation that the user has to accept first; undefined if none is needed. */
  confirmation?(
    input: z.output<z.ZodObject<Shape>>,
    context: Context,
  ): string | undefined | Promise<string | undefined>
  /** Returns text, or a value that is sent as JSON. */
  run(input: z.output<z.ZodObject<Shape>>, context: Context): Promise<unknown>
}

/** A tool with any arguments; they have passed its schema when it is run. */
export type Tool =
  | ({ readonly isOnProject: false } & Spec<z.ZodRawShape, ToolContext>)
  | ({ readonly isOnProject: true } & Spec<z.ZodRawShape, ProjectToolContext>)

export const accountTool = <Shape extends z.ZodRawShape>(spec: Spec<Shape, ToolContext>): Tool =>
  ({ ...spec, isOnProject: false }) as unknown as Tool

/** A tool of one project, which is an argument unless the URL is bound to one. */
export const projectTool = <Shape extends z.ZodRawShape>(spec: Spec<Shape, ProjectToolContext>): Tool =>
  ({ ...spec, isOnProject: true }) as unknown as Tool

/** The schema of a tool's arguments, with the project unless the URL is bound to one. */
export function inputOf({ input, isOnProject }: Tool, isBound: boolean) {
  if (!isOnProject || isBound) return z.strictObject(input)
  return z.strictObject({
    project_id: ProjectRef.describe('The ref of the project, as list_projects shows it'),
    ...input,
  })
}
