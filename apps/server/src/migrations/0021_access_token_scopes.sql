-- What an access token may do beside what its owner may. Tokens that exist keep doing what they did.
alter table access_tokens
  add column access text not null default 'write' check (access in ('read', 'write')),
  -- With the organization or project the token goes: it must never reach more than before.
  add column organization_id uuid references organizations on delete cascade,
  add column project_ref text references projects (ref) on delete cascade on update cascade,
  add column expires_at timestamptz,
  add constraint access_tokens_one_place check (num_nonnulls(organization_id, project_ref) <= 1);
alter table access_tokens alter column access drop default;
create index access_tokens_organization on access_tokens (organization_id) where organization_id is not null;
create index access_tokens_project on access_tokens (project_ref) where project_ref is not null;
