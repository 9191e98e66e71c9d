import { SCRAM_ITERATIONS } from '@basalt/postgres-wire/scram/scram-verifier.ts'

/**
 * How every cluster is tuned: many small servers on one machine, each able to be branched, replicated and
 * observed. Values are in the units PostgreSQL takes.
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
  max_wal_senders: '5',
  max_replication_slots: '5',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // A replica or subscriber that is gone must not fill the disk.
  max_slot_wal_keep_size: '1GB',

  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  'pg_stat_statements.max': '1000',
  // Constants of utility statements are kept as they are, and ALTER ROLE … PASSWORD is one of those.
  'pg_stat_statements.track_utility': 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'iso, mdy',
  lc_messages: 'C',
  default_text_search_config: 'pg_catalog.english',
  password_encryption: 'scram-sha-256',
  scram_iterations: String(SCRAM_ITERATIONS),

  // Whole statements may contain passwords: neither those that succeed nor those that fail are logged.
  log_statement: 'none',
  log_min_error_statement: 'panic',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_file_mode: '0600',
  log_filename: 'postgresql-%Y-%m-%d-%H%M%S.log',
  log_rotation_age: '1d',
  log_rotation_size: '10MB',
}

/** With files of at most 10 MB, the log of an instance stays below 100 MB. */
export const KEPT_LOG_FILES = 10

/** A Unix socket's path has at most 103 bytes on macOS and 107 on Linux. */
export const SOCKET_PATH_BYTES = 103
