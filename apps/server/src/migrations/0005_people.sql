alter table members drop constraint members_role_check;
alter table members alter column role drop not null;
-- null for who is on some of the projects only, as project_roles says
alter table members add constraint members_role_check
  check (role in ('owner', 'administrator', 'developer', 'read_only'));

create table project_roles (
  ref text not null references projects on delete cascade,
  organization_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('administrator', 'developer', 'read_only')),
  primary key (user_id, ref),
  foreign key (organization_id, user_id) references members on delete cascade
);
create index project_roles_project on project_roles (ref);
create index project_roles_member on project_roles (organization_id, user_id);

-- Who may know of a project, and as what: a role on the project itself, or on the project it is a branch of, counts
-- before one in the organization.
create view project_access as
select projects.ref, members.user_id, coalesce(project_roles.role, members.role) as role, organizations.requires_mfa
from projects
join organizations on organizations.id = projects.organization_id
join members on members.organization_id = projects.organization_id
join branches on branches.project_ref = projects.ref
left join project_roles on project_roles.ref = branches.parent_project_ref and project_roles.user_id = members.user_id
where coalesce(project_roles.role, members.role) is not null;

create table invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'administrator', 'developer', 'read_only')),
  -- null for the whole organization
  project_refs text[] check (role <> 'owner' or project_refs is null),
  token_hash bytea not null unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- kept, so that who follows the link again hears that it has been used
  accepted_at timestamptz
);
create unique index invitations_open on invitations (organization_id, lower(email)) where accepted_at is null;
