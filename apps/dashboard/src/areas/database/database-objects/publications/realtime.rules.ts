/** The publication that clients of Realtime receive changes from. */
export const REALTIME_PUBLICATION = 'supabase_realtime'
