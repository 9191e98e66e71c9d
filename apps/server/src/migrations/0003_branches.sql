-- A branch is a project; the default one is the project itself.
create table branches (
  id uuid primary key default gen_random_uuid(),
  project_ref text not null unique references projects on delete cascade,
  parent_project_ref text not null references projects on delete cascade,
  name text not null,
  persistent boolean not null default true,
  git_branch text,
  review_requested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (parent_project_ref, name)
);

insert into branches (project_ref, parent_project_ref, name, created_at, updated_at)
select ref, ref, 'main', created_at, created_at from projects;

-- A project never is without its default branch, whoever makes it.
create function add_default_branch() returns trigger language plpgsql set search_path from current as $$
begin
  insert into branches (project_ref, parent_project_ref, name) values (new.ref, new.ref, 'main');
  return new;
end $$;

create trigger projects_default_branch after insert on projects
  for each row execute function add_default_branch();
