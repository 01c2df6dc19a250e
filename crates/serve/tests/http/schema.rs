//! As much of JSON Schema as `openapi.json` uses. A keyword that is not known here fails the test.

use serde_json::Value;

/// The description of the API, as the server gives it.
pub struct Description(pub Value);

impl Description {
    /// Panics unless an answer is as described for its address and status.
    pub fn check(&self, path: &str, status: u16, body: &Value) {
        self.check_by("get", path, status, body);
    }

    /// The same for any method.
    pub fn check_by(&self, method: &str, path: &str, status: u16, body: &Value) {
        let media = &self.0["paths"][path][method]["responses"][status.to_string()]["content"];
        let schema = &media["application/json"]["schema"];
        assert!(schema.is_object(), "{path} does not describe {status}");
        if let Err(why) = self.matches(schema, body) {
            panic!("{path} {status}: {why}\n{body:#}");
        }
    }

    fn matches(&self, schema: &Value, value: &Value) -> Result<(), String> {
        for (keyword, rule) in schema.as_object().ok_or("no schema")? {
            match keyword.as_str() {
                "$ref" => {
                    let name = rule.as_str().unwrap().strip_prefix("#/").unwrap();
                    let target = self.0.pointer(&format!("/{name}")).ok_or("dangling $ref")?;
                    self.matches(target, value)?;
                }
                "anyOf" => {
                    let options = rule.as_array().unwrap();
                    if !options.iter().any(|option| self.matches(option, value).is_ok()) {
                        return Err(format!("{value} is none of {rule}"));
                    }
                }
                "type" => {
                    let fits = match rule.as_str().unwrap() {
                        "object" => value.is_object(),
                        "array" => value.is_array(),
                        "string" => value.is_string(),
                        "integer" => value.is_u64() || value.is_i64(),
                        "number" => value.is_number(),
                        "boolean" => value.is_boolean(),
                        "null" => value.is_null(),
                        other => return Err(format!("unknown type {other}")),
                    };
                    if !fits {
                        return Err(format!("{value} is no {rule}"));
                    }
                }
                "enum" => {
                    if !rule.as_array().unwrap().contains(value) {
                        return Err(format!("{value} is none of {rule}"));
                    }
                }
                "minimum" => {
                    if value.as_f64() < rule.as_f64() {
                        return Err(format!("{value} is below {rule}"));
                    }
                }
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        self.matches(rule, item)?;
                    }
                }
                "required" => {
                    for name in rule.as_array().unwrap() {
                        if value.get(name.as_str().unwrap()).is_none() {
                            return Err(format!("{name} is missing"));
                        }
                    }
                }
                "properties" => {
                    for (name, rule) in rule.as_object().unwrap() {
                        if let Some(field) = value.get(name) {
                            self.matches(rule, field).map_err(|why| format!("{name}: {why}"))?;
                        }
                    }
                }
                "additionalProperties" => {
                    let known = schema["properties"].as_object().unwrap();
                    let fields = value.as_object().into_iter().flatten();
                    if let Some((name, _)) =
                        fields.into_iter().find(|(name, _)| !known.contains_key(*name))
                    {
                        return Err(format!("{name} is not described"));
                    }
                }
                "description" => {}
                other => return Err(format!("unknown keyword {other}")),
            }
        }
        Ok(())
    }
}
