import { SCRAM_ITERATIONS } from '@basalt/postgres-wire/scram/scram-verifier.ts'

/**
 * The tuning of every cluster: many small servers on one machine, each able to be branched, replicated and observed.
 * Values are in PostgreSQL's units.
 */
export const CLUSTER_SETTINGS: Readonly<Record<string, string>> = {
  max_connections: '60',
  shared_buffers: '16MB',
  work_mem: '2MB',
  huge_pages: 'off',
  // Reading without worker processes saves a third of an idle server's memory.
  io_method: 'sync',
  // The build has no LLVM.
  jit: 'off',
  max_worker_processes: '6',
  autovacuum_max_workers: '2',

  // Logical decoding, branches and replicas need these, and changing them later needs a restart.
  wal_level: 'logical',
  // Two replicas, the archive, a backup, a branch that is copied and one that is prepared take six; the others are for
  // subscribers. A recovery refuses a server that allows fewer than the one whose log it reads, and ten is PostgreSQL's default.
  max_wal_senders: '10',
  max_replication_slots: '10',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // A replica or subscriber that is gone must not fill the disk.
  max_slot_wal_keep_size: '1GB',

  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  'pg_stat_statements.max': '1000',
  // Constants in utility statements are stored unchanged, and ALTER ROLE … PASSWORD is one of those.
  'pg_stat_statements.track_utility': 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'iso, mdy',
  lc_messages: 'C',
  default_text_search_config: 'pg_catalog.english',
  password_encryption: 'scram-sha-256',
  scram_iterations: String(SCRAM_ITERATIONS),

  // Statements may contain passwords, so neither successful nor failed ones are logged.
  log_statement: 'none',
  log_min_error_statement: 'panic',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_file_mode: '0600',
  log_filename: 'postgresql-%Y-%m-%d-%H%M%S.log',
  log_rotation_age: '1d',
  log_rotation_size: '10MB',
}

/** With files of at most 10 MB, an instance's log stays below 100 MB. */
export const LOG_FILES_MAX = 10

/** A Unix socket's path has at most 103 bytes on macOS and 107 on Linux. */
export const SOCKET_PATH_BYTES = 103
