/** What a guide's files are filled in with. */
export interface GuideValues {
  /** The root of the project's own APIs; empty for those who may not read its keys. */
  apiUrl: string
  /** The publishable key, or the legacy anon key; empty for those who may not read it. */
  apiKey: string
}

export interface GuideFile {
  /** The path of the file in the application. */
  name: string
  code: string
}

/** What is done in an application of one kind to read from a project. */
export interface Guide {
  /** Installs the client, in the application's folder; several lines where there are several steps. */
  install: string
  files(values: GuideValues): readonly GuideFile[]
}

/** A choice in the dialog; what it leads to is another choice, or the guide itself. */
export interface GuideChoice {
  /** What stands in the address. */
  key: string
  label: string
}

export interface GuideFramework extends GuideChoice {
  /** The documentation of the framework or client. */
  docsUrl: string
  using: readonly GuideVariant[]
}

/** `key` is empty where there is nothing to choose. */
export interface GuideVariant extends GuideChoice {
  with: readonly (GuideChoice & { guide: Guide })[]
}

export const SUPABASE_JS = { key: 'supabasejs', label: 'supabase-js' } as const

/** A framework with one way to use it. */
export const onlyWith = (client: GuideChoice, guide: Guide): readonly GuideVariant[] => [
  { key: '', label: '', with: [{ ...client, guide }] },
]

/** The lines of an environment file. */
export const envFile = (name: string, variables: Readonly<Record<string, string>>): GuideFile => ({
  name,
  code: Object.entries(variables)
    .map(([variable, value]) => `${variable}=${value}`)
    .join('\n'),
})

/** URL and key under the names that a bundler lets through to the browser, or that a server reads. */
export const publicEnv = (name: string, prefix: string, { apiUrl, apiKey }: GuideValues) =>
  envFile(name, { [`${prefix}SUPABASE_URL`]: apiUrl, [`${prefix}SUPABASE_PUBLISHABLE_KEY`]: apiKey })

/** The table that every guide reads, as anybody may read it. */
export const SAMPLE_SQL = `create table todos (
  id bigint generated always as identity primary key,
  name text not null
);

alter table todos enable row level security;
create policy "Anybody may read" on todos for select to anon using (true);
grant select on todos to anon;

insert into todos (name) values ('Make a table'), ('Read it from an app');
`
