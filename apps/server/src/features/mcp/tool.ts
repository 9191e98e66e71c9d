import type { AuditRule } from '@basalt/contract/endpoint.ts'
import type { McpFeature } from '@basalt/contract/mcp/mcp.rules.ts'
import { type Project, ProjectRef } from '@basalt/contract/projects/projects.schema.ts'
import { z } from 'zod'
import type { CallPlatform } from '../../http/on-behalf.ts'

/** What a tool may use. */
export interface ToolContext {
  /** Calls the platform as the caller: what their role does not allow is refused there. */
  call: CallPlatform
  /** Whether the address asks that nothing be changed. */
  readOnly: boolean
  /** Where the caller sees this server, such as `https://db.example.com`. */
  origin: string
  /** Puts a question to a person. Throws `forbidden` unless they accept. Undefined where the client cannot ask. */
  confirm: ((question: string) => Promise<void>) | undefined
  now(): Date
}

export interface ProjectToolContext extends ToolContext {
  /** One that the caller may see. */
  project: Project
}

/** `destroys` what cannot be had back, or stops what others use. */
export type ToolEffect = 'reads' | 'writes' | 'destroys'

interface Spec<Shape extends z.ZodRawShape, Context> {
  readonly name: string
  readonly title: string
  /** Read by agents: what it does, and when to use it. */
  readonly description: string
  readonly feature: McpFeature
  readonly effect: ToolEffect
  /** Whether calling it again with the same arguments changes nothing more. */
  readonly isRepeatable?: boolean
  readonly input: Shape
  /** What the audit log keeps of the arguments. */
  readonly audit: Pick<AuditRule, 'keeps' | 'sql'>
  /** Whether it is still of use when nothing may be changed, although it can change things: it then only reads. */
  readonly readsOnRequest?: boolean
  /** What a person is asked before it is done; undefined when nothing is lost by doing it. */
  asks?(
    input: z.output<z.ZodObject<Shape>>,
    context: Context,
  ): string | undefined | Promise<string | undefined>
  /** A text as it is, or a value that is written as JSON. */
  run(input: z.output<z.ZodObject<Shape>>, context: Context): Promise<unknown>
}

/** A tool whatever its arguments are; they have passed its schema when it is run. */
export type Tool =
  | ({ readonly isOnProject: false } & Spec<z.ZodRawShape, ToolContext>)
  | ({ readonly isOnProject: true } & Spec<z.ZodRawShape, ProjectToolContext>)

export const accountTool = <Shape extends z.ZodRawShape>(spec: Spec<Shape, ToolContext>): Tool =>
  ({ ...spec, isOnProject: false }) as unknown as Tool

/** A tool of one project, which is in its arguments unless the address names it. */
export const projectTool = <Shape extends z.ZodRawShape>(spec: Spec<Shape, ProjectToolContext>): Tool =>
  ({ ...spec, isOnProject: true }) as unknown as Tool

/** The arguments of a tool; where the address names no project, the tools of a project ask for one. */
export function inputOf({ input, isOnProject }: Tool, isBound: boolean) {
  if (!isOnProject || isBound) return z.strictObject(input)
  return z.strictObject({
    project_id: ProjectRef.describe('The ref of the project, as list_projects shows it'),
    ...input,
  })
}
