-- A run names the database it ran on as every call does: by the identifier, which for the primary is the ref.
update query_runs set database = project_ref;
