-- Where the notifications of an organization are sent as well. The address may be a secret as much as the key.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  format text not null,
  priorities text[] not null,
  sealed_url bytea not null,
  sealed_secret bytea not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now()
);
create index webhooks_organization on webhooks (organization_id);

-- Written before it is sent, so that a killed server sends it at its next start. No next attempt: it is over.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  message jsonb not null,
  created_at timestamptz not null,
  outcome text not null default 'pending',
  attempts integer not null default 0,
  answer text,
  next_attempt_at timestamptz
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at desc, id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
