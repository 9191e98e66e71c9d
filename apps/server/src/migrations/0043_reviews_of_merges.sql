-- What a rehearsal found out about policies and queries; earlier ones did not look.
update merge_requests set rehearsal = rehearsal || '{"policies": null, "plans": []}' where rehearsal is not null;

-- Who is asked to review a merge request.
create table merge_request_reviewers (
  request_id uuid not null references merge_requests (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (request_id, user_id)
);
