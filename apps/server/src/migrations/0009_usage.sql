-- What each project used on each day. A deleted project's days stay: they count in their period.
create table usage_days (
  organization_id uuid not null references organizations on delete cascade,
  day date not null,
  project_ref text not null,
  metric text not null,
  samples bigint not null,
  total bigint not null,
  peak bigint not null,
  primary key (organization_id, day, project_ref, metric)
);
create index usage_days_day on usage_days (day);

create table usage_callers (
  organization_id uuid not null references organizations on delete cascade,
  day date not null,
  project_ref text not null,
  user_id uuid not null references users on delete cascade,
  primary key (organization_id, day, project_ref, user_id)
);
create index usage_callers_day on usage_callers (day);
create index usage_callers_user on usage_callers (user_id);

-- Each limit is told of once a period, and again on another plan.
create table usage_warnings (
  organization_id uuid not null references organizations on delete cascade,
  metric text not null,
  period_start date not null,
  plan text not null,
  primary key (organization_id, metric, period_start, plan)
);
