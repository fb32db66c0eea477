declare module "virtual:editions" {
  import type { components } from "../server/schema";

  type Schemas = components["schemas"];
  const editions: Readonly<Record<Schemas["EditionName"], Schemas["EditionDetail"]>>;
  export default editions;
}
