-- Comments are part of the types that clients are compiled with, which are kept until a change is announced.
create event trigger basalt_announce_comment on ddl_command_end
  when tag in ('COMMENT')
  execute function announce_ddl();
