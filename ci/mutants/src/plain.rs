//! The plain values that a function may return instead of its own.

use syn::{GenericArgument, PathArguments, ReturnType, Type, TypePath};

/// The statements that return a plain value of a function's type, which are few.
///
/// `self_type` stands for `Self`. A value that the type does not have, such as the default of a type without one, is found when
/// the crate is compiled, and dropped.
pub fn returns(output: &ReturnType, self_type: Option<&str>) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["return".to_owned()],
        ReturnType::Type(_, ty) => {
            let values = values(ty, self_type);
            values
                .into_iter()
                .map(|value| if value == "()" { "return".to_owned() } else { format!("return {value}") })
                .collect()
        }
    }
}

fn values(ty: &Type, self_type: Option<&str>) -> Vec<String> {
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    match ty {
        Type::Path(path) => of_path(path, self_type),
        Type::Tuple(tuple) if tuple.elems.is_empty() => texts(&["()"]),
        Type::Tuple(tuple) => {
            let firsts: Option<Vec<_>> =
                tuple.elems.iter().map(|elem| values(elem, self_type).into_iter().next()).collect();
            firsts.map(|firsts| format!("({})", firsts.join(", "))).into_iter().collect()
        }
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => texts(&["\"\"", "\"xyzzy\""]),
            Type::Slice(_) if reference.mutability.is_none() => texts(&["&[]"]),
            Type::Slice(_) => texts(&["&mut []"]),
            _ => Vec::new(),
        },
        Type::Paren(paren) => values(&paren.elem, self_type),
        Type::Group(group) => values(&group.elem, self_type),
        _ => Vec::new(),
    }
}

fn of_path(path: &TypePath, self_type: Option<&str>) -> Vec<String> {
    let Some(segment) = path.path.segments.last() else { return Vec::new() };
    let name = segment.ident.to_string();
    let named = if name == "Self" { self_type.unwrap_or("Self") } else { &name };
    let arguments: Vec<&Type> = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter()
            .filter_map(|argument| if let GenericArgument::Type(ty) = argument { Some(ty) } else { None })
            .collect(),
        _ => Vec::new(),
    };
    let inner = || arguments.first().and_then(|ty| values(ty, self_type).into_iter().next());
    let texts: &[&str] = match named {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
            &["0", "1"]
        }
        "f32" | "f64" => &["0.0", "1.0"],
        "char" => &["'\\0'"],
        "Ordering" => &["::core::cmp::Ordering::Equal"],
        "Option" => {
            let mut all = vec!["None".to_owned()];
            all.extend(inner().map(|value| format!("Some({value})")));
            return all;
        }
        "Result" => {
            return match inner() {
                Some(value) => vec![format!("Ok({value})")],
                None if arguments.is_empty() => vec!["Ok(())".to_owned()],
                None => Vec::new(),
            };
        }
        "Color" => return constants(&name, &["White", "Black"]),
        "Bitboard" => return constants(&name, &["EMPTY"]),
        "Move" => return constants(&name, &["NULL"]),
        "Square" => return constants(&name, &["A1"]),
        "File" => return constants(&name, &["A"]),
        "Rank" => return constants(&name, &["First"]),
        _ if arguments.iter().len() == 0 && name.len() == 1 => &[],
        _ => &["::core::default::Default::default()"],
    };
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn constants(name: &str, constants: &[&str]) -> Vec<String> {
    constants.iter().map(|constant| format!("{name}::{constant}")).collect()
}
