declare module "*.po" {
  const catalog: Readonly<Record<string, readonly string[]>>;
  export default catalog;
}
