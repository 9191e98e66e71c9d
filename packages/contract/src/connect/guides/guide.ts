/** The values filled into a guide's files. */
export interface GuideValues {
  /** The root URL of the project's own APIs; empty for users who may not read its keys. */
  apiUrl: string
  /** The publishable key, or the legacy anon key; empty for users who may not read it. */
  apiKey: string
}

export interface GuideFile {
  /** The path of the file in the application. */
  name: string
  code: string
}

/** The steps to read from a project in one kind of application. */
export interface Guide {
  /** Installs the client, in the application's folder; several lines where there are several steps. */
  install: string
  files(values: GuideValues): readonly GuideFile[]
}

/** An item of one of the dialog's pickers. */
export interface GuideChoice {
  /** Its value in the URL. */
  key: string
  label: string
}

export interface GuideFramework extends GuideChoice {
  /** The documentation of the framework or client. */
  docsUrl: string
  using: readonly GuideVariant[]
}

/** `key` is empty for a framework with a single variant. */
export interface GuideVariant extends GuideChoice {
  with: readonly (GuideChoice & { guide: Guide })[]
}

export const SUPABASE_JS = { key: 'supabasejs', label: 'supabase-js' } as const

/** The variants of a framework that has only one. */
export const onlyWith = (client: GuideChoice, guide: Guide): readonly GuideVariant[] => [
  { key: '', label: '', with: [{ ...client, guide }] },
]

/** An environment file with one variable per line. */
export const envFile = (name: string, variables: Readonly<Record<string, string>>): GuideFile => ({
  name,
  code: Object.entries(variables)
    .map(([variable, value]) => `${variable}=${value}`)
    .join('\n'),
})

/** URL and key with the prefix that a bundler exposes to the browser, or without one for a server. */
export const publicEnv = (name: string, prefix: string, { apiUrl, apiKey }: GuideValues) =>
  envFile(name, { [`${prefix}SUPABASE_URL`]: apiUrl, [`${prefix}SUPABASE_PUBLISHABLE_KEY`]: apiKey })

/** Creates the table that every guide reads, readable by anyone. */
export const SAMPLE_SQL = `create table todos (
  id bigint generated always as identity primary key,
  name text not null
);

alter table todos enable row level security;
create policy "Anybody may read" on todos for select to anon using (true);
grant select on todos to anon;

insert into todos (name) values ('Make a table'), ('Read it from an app');
`
