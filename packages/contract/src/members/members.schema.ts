import { z } from 'zod'
import { Email, InvitationLink } from '../access/access.schema.ts'
import { OrganizationSlug } from '../organizations/organizations.schema.ts'
import { ProjectRoleId, RoleId } from '../permissions/permissions.schema.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { INVITATIONS_PER_REQUEST_MAX, MEMBER_PROJECTS_MAX } from './members.rules.ts'

export const Member = z
  .object({
    user_id: z.uuid(),
    email: z.string(),
    /** The user's display name; null to show the email address. */
    display_name: z.string().nullable(),
    /** The role in the whole organization; null for a member of the `projects` only. */
    role_id: RoleId.nullable(),
    projects: z.array(z.object({ ref: z.string(), name: z.string(), role_id: ProjectRoleId })),
    /** Whether the account has multi-factor authentication. */
    mfa_enabled: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

const RoleInfo = z.object({ id: RoleId, name: z.string(), description: z.string() })
export const OrganizationRoles = z
  .object({
    org_scoped_roles: z.array(RoleInfo),
    /** The roles that can be assigned on single projects. */
    project_scoped_roles: z.array(RoleInfo),
  })
  .meta({ id: 'OrganizationRoles' })

export const Invitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role_id: RoleId,
    /** Null for the whole organization. */
    role_scoped_projects: z.array(z.string()).nullable(),
    invited_by: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    is_expired: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const CreatedInvitation = Invitation.extend({
  /** The URL to join with. Returned only here; the server stores a hash of its token. */
  link: z.string(),
  /** Whether the mail server accepted a mail with the link. */
  mailed: z.boolean(),
  /** Why it did not; also null where this installation sends no mail. */
  mail_failure: z.string().nullable(),
}).meta({ id: 'CreatedInvitation' })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

const ProjectRefs = z
  .array(ProjectRef)
  .min(1, 'Choose at least one project')
  .max(MEMBER_PROJECTS_MAX, `Choose at most ${MEMBER_PROJECTS_MAX} projects`)

export const NewInvitations = z
  .strictObject({
    emails: z
      .array(Email)
      .min(1, 'Enter an email address')
      .max(INVITATIONS_PER_REQUEST_MAX, `Invite at most ${INVITATIONS_PER_REQUEST_MAX} people at once`)
      .transform((emails) => [...new Set(emails)]),
    role_id: RoleId,
    /** Refs; the whole organization when omitted. */
    role_scoped_projects: ProjectRefs.optional(),
  })
  .refine(({ role_id, role_scoped_projects }) => role_id !== 'owner' || role_scoped_projects === undefined, {
    path: ['role_scoped_projects'],
    message: 'An owner owns the whole organization',
  })

const ProjectRoleOn = z.strictObject({ ref: ProjectRef, role_id: ProjectRoleId })
const OnOrganization = z.strictObject({ role_id: RoleId })
const OnProjects = z.strictObject({
  projects: z
    .array(ProjectRoleOn)
    .min(1, 'Choose at least one project')
    .max(MEMBER_PROJECTS_MAX, `Choose at most ${MEMBER_PROJECTS_MAX} projects`)
    .refine((projects) => new Set(projects.map(({ ref }) => ref)).size === projects.length, {
      message: 'Name each project once',
    }),
})
const EITHER = 'Give a role_id for the whole organization, or a list of projects with a role_id each'

/** Either a role in the whole organization, or roles on some of its projects. */
export const MemberAccess = z.union([OnOrganization, OnProjects], EITHER)
export type MemberAccess = z.infer<typeof MemberAccess>

/** The access that the caller last saw; the change fails with `conflict` when it is outdated. */
const previous = z.strictObject({ role_id: RoleId.nullable(), projects: z.array(ProjectRoleOn) }).optional()
export const MemberChange = z.union(
  [OnOrganization.extend({ previous }), OnProjects.extend({ previous })],
  EITHER,
)
export type MemberChange = z.infer<typeof MemberChange>

/** An invitation as its link shows it. */
export const OpenInvitation = z
  .object({
    organization_name: z.string(),
    organization_slug: z.string(),
    email: z.string(),
    /** Whether it is for the caller's email address; false for an anonymous caller. */
    email_match: z.boolean(),
    role_id: RoleId,
    /** Names of the projects it is limited to; null for the whole organization. */
    project_names: z.array(z.string()).nullable(),
    invited_by: z.string().nullable(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'OpenInvitation' })
export type OpenInvitation = z.infer<typeof OpenInvitation>

export const MemberParams = z.object({ slug: OrganizationSlug, id: z.uuid() })
export const JoinParams = z.object(InvitationLink.shape)
