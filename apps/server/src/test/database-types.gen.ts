export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      actors: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      checked: {
        Row: {
          amount: number | null
          code: string | null
          id: number
          parent: number | null
        }
        Insert: {
          amount?: number | null
          code?: string | null
          id: number
          parent?: number | null
        }
        Update: {
          amount?: number | null
          code?: string | null
          id?: number
          parent?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "checked_parent_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "checked"
            referencedColumns: ["id"]
          },
        ]
      }
      directors: {
        Row: {
          born: string | null
          chief_id: number | null
          id: number
          name: string
        }
        Insert: {
          born?: string | null
          chief_id?: number | null
          id: number
          name: string
        }
        Update: {
          born?: string | null
          chief_id?: number | null
          id?: number
          name?: string
        }
        Relationships: [
          {
            foreignKeyName: "directors_chief_id_fkey"
            columns: ["chief_id"]
            isOneToOne: false
            referencedRelation: "directors"
            referencedColumns: ["id"]
          },
        ]
      }
      film_facts: {
        Row: {
          budget: number | null
          film_id: number
        }
        Insert: {
          budget?: number | null
          film_id: number
        }
        Update: {
          budget?: number | null
          film_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "film_facts_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: true
            referencedRelation: "film_titles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "film_facts_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: true
            referencedRelation: "film_years"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "film_facts_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: true
            referencedRelation: "films"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "film_facts_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: true
            referencedRelation: "long_films"
            referencedColumns: ["id"]
          },
        ]
      }
      films: {
        Row: {
          about: Json | null
          director_id: number | null
          format: Database["public"]["CompositeTypes"]["size"] | null
          former_studio_id: number | null
          id: number
          mood: Database["public"]["Enums"]["mood"] | null
          rating: number | null
          shown: string | null
          studio_id: number | null
          tags: string[] | null
          takings: number | null
          title: string
          words: string | null
          year: number | null
          shout: string | null
        }
        Insert: {
          about?: Json | null
          director_id?: number | null
          format?: Database["public"]["CompositeTypes"]["size"] | null
          former_studio_id?: number | null
          id?: number
          mood?: Database["public"]["Enums"]["mood"] | null
          rating?: number | null
          shown?: string | null
          studio_id?: number | null
          tags?: string[] | null
          takings?: number | null
          title: string
          words?: never
          year?: number | null
        }
        Update: {
          about?: Json | null
          director_id?: number | null
          format?: Database["public"]["CompositeTypes"]["size"] | null
          former_studio_id?: number | null
          id?: number
          mood?: Database["public"]["Enums"]["mood"] | null
          rating?: number | null
          shown?: string | null
          studio_id?: number | null
          tags?: string[] | null
          takings?: number | null
          title?: string
          words?: never
          year?: number | null
        }
        ComputedFields: "shout"
        Relationships: [
          {
            foreignKeyName: "films_director"
            columns: ["director_id"]
            isOneToOne: false
            referencedRelation: "directors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "films_former_studio"
            columns: ["former_studio_id"]
            isOneToOne: false
            referencedRelation: "studios"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "films_studio"
            columns: ["studio_id"]
            isOneToOne: false
            referencedRelation: "studios"
            referencedColumns: ["id"]
          },
        ]
      }
      log: {
        Row: {
          at: string | null
          line: string | null
        }
        Insert: {
          at?: string | null
          line?: string | null
        }
        Update: {
          at?: string | null
          line?: string | null
        }
        Relationships: []
      }
      "odd table": {
        Row: {
          "a,b": string | null
          id: number
          "it's": string | null
          select: number | null
          "with.dot": number | null
        }
        Insert: {
          "a,b"?: string | null
          id: number
          "it's"?: string | null
          select?: number | null
          "with.dot"?: number | null
        }
        Update: {
          "a,b"?: string | null
          id?: number
          "it's"?: string | null
          select?: number | null
          "with.dot"?: number | null
        }
        Relationships: []
      }
      roles: {
        Row: {
          actor_id: number
          film_id: number
          name: string | null
        }
        Insert: {
          actor_id: number
          film_id: number
          name?: string | null
        }
        Update: {
          actor_id?: number
          film_id?: number
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "roles_actor_id_fkey"
            columns: ["actor_id"]
            isOneToOne: false
            referencedRelation: "actors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "roles_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: false
            referencedRelation: "film_titles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "roles_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: false
            referencedRelation: "film_years"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "roles_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: false
            referencedRelation: "films"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "roles_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: false
            referencedRelation: "long_films"
            referencedColumns: ["id"]
          },
        ]
      }
      secrets: {
        Row: {
          body: string | null
          id: number
          owner: string | null
        }
        Insert: {
          body?: string | null
          id: number
          owner?: string | null
        }
        Update: {
          body?: string | null
          id?: number
          owner?: string | null
        }
        Relationships: []
      }
      studios: {
        Row: {
          city: string | null
          id: number
          name: string | null
        }
        Insert: {
          city?: string | null
          id: number
          name?: string | null
        }
        Update: {
          city?: string | null
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      vault: {
        Row: {
          body: string | null
          id: number
        }
        Insert: {
          body?: string | null
          id: number
        }
        Update: {
          body?: string | null
          id?: number
        }
        Relationships: []
      }
    }
    Views: {
      film_titles: {
        Row: {
          id: number | null
          title: string | null
        }
        Insert: {
          id?: number | null
          title?: string | null
        }
        Update: {
          id?: number | null
          title?: string | null
        }
        Relationships: []
      }
      film_years: {
        Row: {
          id: number | null
          year: number | null
        }
        Relationships: []
      }
      long_films: {
        Row: {
          director_id: number | null
          id: number | null
          length: number | null
          name: string | null
        }
        Insert: {
          director_id?: number | null
          id?: number | null
          length?: never
          name?: string | null
        }
        Update: {
          director_id?: number | null
          id?: number | null
          length?: never
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "films_director"
            columns: ["director_id"]
            isOneToOne: false
            referencedRelation: "directors"
            referencedColumns: ["id"]
          },
        ]
      }
      long_names: {
        Row: {
          director_id: number | null
          name: string | null
        }
        Insert: {
          director_id?: number | null
          name?: string | null
        }
        Update: {
          director_id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "films_director"
            columns: ["director_id"]
            isOneToOne: false
            referencedRelation: "directors"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Functions: {
      add: {
        Args: {
          a: number
          b?: number
        }
        Returns: number
      }
      answer_with: {
        Args: {
          headers: string
          status: string
        }
        Returns: string
      }
      asked: {
        Args: {
          setting: string
        }
        Returns: string
      }
      colleagues: {
        Args: {
          "": {
            about: Json | null
            director_id: number | null
            format: Database["public"]["CompositeTypes"]["size"] | null
            former_studio_id: number | null
            id: number
            mood: Database["public"]["Enums"]["mood"] | null
            rating: number | null
            shown: string | null
            studio_id: number | null
            tags: string[] | null
            takings: number | null
            title: string
            words: string | null
            year: number | null
          }
        }
        Returns: {
          about: Json | null
          director_id: number | null
          format: Database["public"]["CompositeTypes"]["size"] | null
          former_studio_id: number | null
          id: number
          mood: Database["public"]["Enums"]["mood"] | null
          rating: number | null
          shown: string | null
          studio_id: number | null
          tags: string[] | null
          takings: number | null
          title: string
          words: string | null
          year: number | null
        }[]
        SetofOptions: {
          from: "films"
          to: "films"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      counted: {
        Args: never
        Returns: number[]
      }
      echo: {
        Args: { [key: string]: Json | undefined }
        Returns: Json
      }
      fail_with: {
        Args: {
          code: string
          detail?: string
          message: string
        }
        Returns: null
      }
      films_since: {
        Args: {
          since: number
        }
        Returns: {
          about: Json | null
          director_id: number | null
          format: Database["public"]["CompositeTypes"]["size"] | null
          former_studio_id: number | null
          id: number
          mood: Database["public"]["Enums"]["mood"] | null
          rating: number | null
          shown: string | null
          studio_id: number | null
          tags: string[] | null
          takings: number | null
          title: string
          words: string | null
          year: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "films"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      join_all: {
        Args: {
          words: string[]
        }
        Returns: string
      }
      listed: {
        Args: never
        Returns: {
          n: number | null
          m: string | null
        }[]
      }
      maker: {
        Args: {
          "": {
            about: Json | null
            director_id: number | null
            format: Database["public"]["CompositeTypes"]["size"] | null
            former_studio_id: number | null
            id: number
            mood: Database["public"]["Enums"]["mood"] | null
            rating: number | null
            shown: string | null
            studio_id: number | null
            tags: string[] | null
            takings: number | null
            title: string
            words: string | null
            year: number | null
          }
        }
        Returns: {
          born: string | null
          chief_id: number | null
          id: number
          name: string
        }
        SetofOptions: {
          from: "films"
          to: "directors"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      nap: {
        Args: {
          seconds: number
        }
        Returns: null
      }
      nothing: {
        Args: never
        Returns: null
      }
      one_film: {
        Args: {
          wanted: number
        }
        Returns: {
          about: Json | null
          director_id: number | null
          format: Database["public"]["CompositeTypes"]["size"] | null
          former_studio_id: number | null
          id: number
          mood: Database["public"]["Enums"]["mood"] | null
          rating: number | null
          shown: string | null
          studio_id: number | null
          tags: string[] | null
          takings: number | null
          title: string
          words: string | null
          year: number | null
        }
        SetofOptions: {
          from: "*"
          to: "films"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      pair: {
        Args: never
        Returns: {
          x: number | null
          y: string | null
        }
      }
      total: {
        Args: {
          n?: number[]
        }
        Returns: number
      }
      twice:
        | {
          Args: {
            a: number
          }
          Returns: number
        }
        | {
          Args: {
            a: string
          }
          Returns: string
        }
      who: {
        Args: never
        Returns: Json
      }
      write_line: {
        Args: {
          line: string
        }
        Returns: string
      }
    }
    Enums: {
      mood: "calm" | "tense"
    }
    CompositeTypes: {
      size: {
        height: number | null
        width: number | null
      }
    }
  }
  shop: {
    Tables: {
      nothing: {
        Row: { [_ in never]: never }
        Insert: { [_ in never]: never }
        Update: { [_ in never]: never }
        Relationships: []
      }
      parts: {
        Row: {
          at: string | null
          id: number | null
        }
        Insert: {
          at?: string | null
          id?: number | null
        }
        Update: {
          at?: string | null
          id?: number | null
        }
        Relationships: []
      }
      parts_2020: {
        Row: {
          at: string | null
          id: number | null
        }
        Insert: {
          at?: string | null
          id?: number | null
        }
        Update: {
          at?: string | null
          id?: number | null
        }
        Relationships: []
      }
      /** Ends a comment: *\/ const x = 1 */
      "two words": {
        Row: {
          /**
           * First line
           *
           * second line
           */
          "1st": Database["shop"]["Enums"]["sort\"of"]
          address: string | null
          at: string
          at_all: boolean
          code: string
          film_id: number
          grid: number[]
          id: number
          labels: string[]
          of_film: {
            budget: number | null
            film_id: number
          } | null
          parcel: Database["shop"]["CompositeTypes"]["parcel"] | null
          parent_id: number | null
          payload: Json
          tall: number | null
          label_of: string | null
          price: number | null
        }
        Insert: {
          "1st": Database["shop"]["Enums"]["sort\"of"]
          address?: string | null
          at?: string
          at_all?: boolean
          code?: string
          film_id: number
          grid?: number[]
          id?: never
          labels: string[]
          of_film?: {
            budget: number | null
            film_id: number
          } | null
          parcel?: Database["shop"]["CompositeTypes"]["parcel"] | null
          parent_id?: number | null
          payload?: Json
          tall?: never
        }
        Update: {
          "1st"?: Database["shop"]["Enums"]["sort\"of"]
          address?: string | null
          at?: string
          at_all?: boolean
          code?: string
          film_id?: number
          grid?: number[]
          id?: never
          labels?: string[]
          of_film?: {
            budget: number | null
            film_id: number
          } | null
          parcel?: Database["shop"]["CompositeTypes"]["parcel"] | null
          parent_id?: number | null
          payload?: Json
          tall?: never
        }
        ComputedFields: "label_of" | "price"
        Relationships: [
          {
            foreignKeyName: "two words_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "two words"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: { [_ in never]: never }
    Functions: {
      films: {
        Args: never
        Returns: {
          about: Json | null
          director_id: number | null
          format: Database["public"]["CompositeTypes"]["size"] | null
          former_studio_id: number | null
          id: number
          mood: Database["public"]["Enums"]["mood"] | null
          rating: number | null
          shown: string | null
          studio_id: number | null
          tags: string[] | null
          takings: number | null
          title: string
          words: string | null
          year: number | null
        }[]
      }
      find:
        | {
          Args: {
            at_most?: number
            wanted: number
          }
          Returns: {
            "1st": Database["shop"]["Enums"]["sort\"of"]
            address: string | null
            at: string
            at_all: boolean
            code: string
            film_id: number
            grid: number[]
            id: number
            labels: string[]
            of_film: {
              budget: number | null
              film_id: number
            } | null
            parcel: Database["shop"]["CompositeTypes"]["parcel"] | null
            parent_id: number | null
            payload: Json
            tall: number | null
          }[]
          SetofOptions: {
            from: "*"
            to: "two words"
            isOneToOne: false
            isSetofReturn: true
          }
        }
        | {
          Args: {
            name: string
          }
          Returns: {
            id: number | null
            mood: Database["public"]["Enums"]["mood"] | null
          }[]
        }
      label_of: {
        Args: {
          item: {
            "1st": Database["shop"]["Enums"]["sort\"of"]
            address: string | null
            at: string
            at_all: boolean
            code: string
            film_id: number
            grid: number[]
            id: number
            labels: string[]
            of_film: {
              budget: number | null
              film_id: number
            } | null
            parcel: Database["shop"]["CompositeTypes"]["parcel"] | null
            parent_id: number | null
            payload: Json
            tall: number | null
          }
        }
        Returns: string
      }
      ship: {
        Args: {
          parcels?: Database["shop"]["CompositeTypes"]["parcel"][]
        }
        Returns: null
      }
    }
    Enums: {
      __proto__: "x"
      "sort\"of": "plain" | "it's" | "a \"b\"" | "two\nlines" | ""
    }
    CompositeTypes: {
      parcel: {
        label: string | null
        moods: Database["public"]["Enums"]["mood"][] | null
        size: Database["public"]["CompositeTypes"]["size"] | null
      }
    }
  }
}

type Schemas = Omit<Database, "__InternalSupabase">
type DefaultSchema = "public"
type InSchema<S extends keyof Schemas = keyof Schemas> = { schema: S }
type Part<S extends keyof Schemas, Section> = Section extends "Relations"
  ? Schemas[S]["Tables"] & Schemas[S]["Views"]
  : Section extends keyof Schemas[S]
    ? Schemas[S][Section]
    : never
type Place<Section> = keyof Part<DefaultSchema, Section> | InSchema
type Name<P, Section> = P extends InSchema<infer S extends keyof Schemas> ? keyof Part<S, Section> : never
type Entry<P, N, Section> = P extends InSchema<infer S extends keyof Schemas>
  ? N extends keyof Part<S, Section>
    ? Part<S, Section>[N]
    : never
  : P extends keyof Part<DefaultSchema, Section>
    ? Part<DefaultSchema, Section>[P]
    : never

/** A row as it is read: `Tables<"name">`, or `Tables<{ schema: "schema" }, "name">`. */
export type Tables<P extends Place<"Relations">, N extends Name<P, "Relations"> = never> =
  Entry<P, N, "Relations"> extends { Row: infer Row } ? Row : never

/** The values that insert a row. */
export type TablesInsert<P extends Place<"Relations">, N extends Name<P, "Relations"> = never> =
  Entry<P, N, "Relations"> extends { Insert: infer Insert } ? Insert : never

/** The values that update a row. */
export type TablesUpdate<P extends Place<"Relations">, N extends Name<P, "Relations"> = never> =
  Entry<P, N, "Relations"> extends { Update: infer Update } ? Update : never

export type Enums<P extends Place<"Enums">, N extends Name<P, "Enums"> = never> = Entry<P, N, "Enums">

export type CompositeTypes<
  P extends Place<"CompositeTypes">,
  N extends Name<P, "CompositeTypes"> = never,
> = Entry<P, N, "CompositeTypes">

export const Constants = {
  public: {
    Enums: {
      mood: ["calm", "tense"],
    },
  },
  shop: {
    Enums: {
      ["__proto__"]: ["x"],
      "sort\"of": ["plain", "it's", "a \"b\"", "two\nlines", ""],
    },
  },
} as const
