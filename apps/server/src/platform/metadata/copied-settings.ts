/** The settings that a copy of a project takes over from it: tables of the metadata, with their columns besides `ref`. */
export const copiedSettings = {
  data_api_settings: ['db_schemas', 'db_extra_search_path', 'max_rows', 'db_pool'],
  network_access: ['ssl_enforced', 'allowed_cidrs'],
  storage_settings: ['file_size_limit', 'image_transformation', 's3_protocol'],
} as const
